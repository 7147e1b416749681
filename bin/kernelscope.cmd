@echo off
rem Kernelscope's command line in a terminal of the editor that brings it: the editor's own node runs it, or else the one on the PATH.
setlocal
set ELECTRON_RUN_AS_NODE=1
if not exist "%KERNELSCOPE_NODE%" set KERNELSCOPE_NODE=node
"%KERNELSCOPE_NODE%" "%~dp0..\dist\cli.js" %*
