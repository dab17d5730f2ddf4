"""The texts of the pages, one catalogue for each language; rulings and rules stay in their edition's."""
