/** What people see as the version of the app; the same as in package.json. */
export const VERSION = '4.4.3'
