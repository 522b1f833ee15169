import './styles/forced-colors.css'

/** Named, so that the build keeps a script beside the styles: a chunk of styles alone is not fetched. */
export const hasForcedColors = true
