/** Line icons on a 24 grid; the solid ones are filled. */
const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 9.5h17M3.5 14.5h17M12 3c-5 5.5-5 12.5 0 18 5-5.5 5-12.5 0-18z',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M6 9l6 6 6-6',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  retry: 'M19 5v5h-5M19 10a7.5 7.5 0 1 0 .5 4',
  warning: 'M12 8v5M12 16.5v.01M10.3 4.2L2.8 17.5A2 2 0 0 0 4.5 20.5h15a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  bookmark: 'M7 4h10a1 1 0 0 1 1 1v15l-6-4-6 4V5a1 1 0 0 1 1-1z',
  book: 'M12 6c-2-1.5-4.5-2-8-2v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4c-3.5 0-6 .5-8 2zm0 0v14',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.5 3.8-5 7.5-5s6.7 1.5 7.5 5',
  download: 'M12 4v11m-5-5l5 5 5-5M5 20h14',
  bin: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5C19 16.5 15.7 18.5 12 18.5S5 16.5 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  hidden: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5C19 16.5 15.7 18.5 12 18.5S5 16.5 2.5 12zM4 20L20 4',
  leave: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10m-4-4l4 4-4 4',
  offline:
    'M3 3l18 18M8.5 15.5a5 5 0 0 1 5-1.2M5.5 12a9.5 9.5 0 0 1 4-2.3M3 8.5a13 13 0 0 1 4-2.5M14 9.5a9.5 9.5 0 0 1 4.5 2.5M11 5.5a13 13 0 0 1 10 3M12 19v.01',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.01',
  expand: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  play: 'M8 5.2v13.6a.8.8 0 0 0 1.2.7l11-6.8a.8.8 0 0 0 0-1.4l-11-6.8A.8.8 0 0 0 8 5.2z',
  pause: 'M6 5h4v14H6zM14 5h4v14h-4z',
} as const

export type IconName = keyof typeof paths

const solid: IconName[] = ['play', 'pause']
/** Icons that point in reading direction are mirrored in Arabic; play and pause never are. */
const turning: IconName[] = ['back', 'forward', 'leave']

/** Decoration only: a text beside it says the same. */
export function Icon({ name }: { name: IconName }) {
  const kind = [solid.includes(name) && 'solid', turning.includes(name) && 'flip'].filter(Boolean)
  return (
    <svg className={['icon', ...kind].join(' ')} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
