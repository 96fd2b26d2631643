"""The sufficient statistics that methods read: plain arrays plus names."""
