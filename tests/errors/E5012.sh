opdk uninstall mien
