/** The version that people see; the same as in package.json. */
export const VERSION = '4.4.3'
