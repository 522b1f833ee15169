/** What addresses.ts loads: one module, because its table is in every browser. */
export { OrgFrame } from './frame/org-frame.tsx'
export { screenHere } from './screen-here.ts'
