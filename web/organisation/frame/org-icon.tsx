/** Icons that only the organisation's side has. They are not in ui/icon.tsx, which every learner loads. */
const paths = {
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.500c.6-3.2 3-5 6.5-5s5.9 1.8 6.5 5M16 4.800a3.5 3.5 0 0 1 0 6.400M18 14.900c1.9.7 3.1 2.2 3.5 4.6',
  courses: 'M12 6c-2-1.5-4.5-2-8-2v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4c-3.5 0-6 .5-8 2zm0 0v14',
  settings:
    'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.400zM19.2 13.500l1.6 1.3-1.7 3-2-.7a7 7 0 0 1-1.9 1.100L14.8 20.500h-3.600l-.4-2.300a7 7 0 0 1-1.9-1.100l-2 .7-1.7-3 1.6-1.300a7 7 0 0 1 0-2.500L5.2 9.200l1.7-3 2 .7a7 7 0 0 1 1.9-1.100l.4-2.300h3.600l.4 2.300a7 7 0 0 1 1.9 1.100l2-.7 1.7 3-1.6 1.300a7 7 0 0 1 0 3z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  reports: 'M4 20h16M7 20v-6M12 20V5M17 20v-10',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  plus: 'M12 5v14M5 12h14',
  upload: 'M12 16V5m-5 5l5-5 5 5M5 20h14',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  log: 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
} as const

export type OrgIconName = keyof typeof paths

/** Decoration only: a text beside it says the same. */
export function OrgIcon({ name }: { name: OrgIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
