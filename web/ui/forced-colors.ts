import './styles/forced-colors.css'

/** A named import, so that the build makes a script beside the styles: a chunk of styles alone is not loaded. */
export const hasForcedColors = true
