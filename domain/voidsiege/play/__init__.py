"""The chapters of VoidSiege."""
