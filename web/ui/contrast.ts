import './styles/contrast.css'

/** A named import, so that the build makes a script beside the styles: a chunk of styles alone is not loaded. */
export const hasContrast = true
