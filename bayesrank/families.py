"""Methods by name: folders are families, files are methods, and the file system is the index."""

import pkgutil
from pathlib import Path
from types import ModuleType


def families_of(package: ModuleType) -> dict[str, str]:
    """Return the family of each method of a package by name, sorted, importing none of them.

    A method is a file of a family's folder whose name does not begin with an underscore.
    """
    root = Path(str(package.__file__)).parent
    families = [module.name for module in pkgutil.iter_modules([str(root)]) if module.ispkg]
    return dict(
        sorted(
            (module.name, family)
            for family in families
            for module in pkgutil.iter_modules([str(root / family)])
            if not module.name.startswith("_")
        )
    )
