"""The chapters of VoidSiege, a file each."""
