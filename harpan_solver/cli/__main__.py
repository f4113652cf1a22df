"""``python -m harpan_solver.cli`` is ``harpan``."""

from harpan_solver.cli import main

if __name__ == "__main__":
    main()
