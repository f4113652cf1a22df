"""What all tests share."""

from hypothesis import settings

# The first example may wait for kernels to be compiled, so single examples have no deadline.
settings.register_profile("harpan", parent=settings(), deadline=None)
settings.load_profile("harpan")
