# Rscript kqr.R FOLDER N D TAU C LENGTHSCALE: kernlab's kernel quantile regression of the rows in FOLDER/x.bin (N×D) and y.bin.
# Writes the coefficients to FOLDER/kqr.bin; prints kernlab's version and the seconds.
suppressMessages(library(kernlab))
given <- commandArgs(trailingOnly = TRUE)
folder <- given[1]
number <- as.numeric(given[-1])
x <- matrix(readBin(file.path(folder, "x.bin"), "double", number[1] * number[2]), number[1], number[2])
y <- readBin(file.path(folder, "y.bin"), "double", number[1])
kpar <- list(sigma = 0.5 / number[5]^2)
time <- system.time(fit <- kqr(x, y, scaled = FALSE, tau = number[3], C = number[4], kernel = "rbfdot", kpar = kpar, fit = FALSE))
writeBin(as.numeric(alpha(fit)), file.path(folder, "kqr.bin"))
cat(as.character(packageVersion("kernlab")), time[["elapsed"]], "\n")
