import { ridgeFamily } from '../fit/spectral/ridgeFamily';
import { spectralMethod } from '../fit/spectral/spectralMethod';

export const krr = spectralMethod(ridgeFamily);
