@echo off
rem A double click on Windows: looks for Python and leaves the rest to start.py.
chcp 65001 >nul
cd /d "%~dp0"
if not exist start.py goto packed
py -3 --version >nul 2>nul
if not errorlevel 1 (
    py -3 start.py %*
    goto done
)
python --version >nul 2>nul
if not errorlevel 1 (
    python start.py %*
    goto done
)
echo Python 3.11 or newer is needed. Get it at https://www.python.org/downloads/ and start again.
echo Il faut Python 3.11 ou plus récent. Vous le trouvez sur https://www.python.org/downloads/ ; relancez ensuite.
echo Python 3.11 oder neuer wird gebraucht. Ihr bekommt es auf https://www.python.org/downloads/; startet danach noch einmal.
pause
exit /b 1
:packed
echo Unpack the whole folder first, then start again.
echo Décompressez d’abord tout le dossier, puis relancez.
echo Entpackt zuerst den ganzen Ordner und startet dann noch einmal.
pause
exit /b 1
:done
if errorlevel 1 pause
