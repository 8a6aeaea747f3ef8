#!/usr/bin/env python3
from chanceit.__main__ import main

if __name__ == "__main__":
    main()
