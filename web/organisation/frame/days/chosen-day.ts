/** The earliest day that can be chosen. Earlier years are those that are still being typed: 0002 is on the way to 2026. */
export const EARLIEST_DAY = '2000-01-01'
