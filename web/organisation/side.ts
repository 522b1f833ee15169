/** The one module that addresses.ts loads for all screens here, because every browser loads that table. */
export { OrgFrame } from './frame/org-frame.tsx'
export { screenHere } from './screen-here.ts'
