import { ridgeFamily } from '../fit/spectral/family';
import { spectralMethod } from '../fit/spectral/spectralMethod';

export const krr = spectralMethod(ridgeFamily);
