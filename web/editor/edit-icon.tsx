/** Icons that only the editor has. */
const paths = {
  heading: 'M6 5v14M18 5v14M6 12h12',
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M4 14.500c.5-1 2.500-1 2.500.5 0 1-2.500 2-2.500 3h2.700',
  quote: 'M4 5h16v14H4zM8 9h8M8 12.500h8M8 16h4',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  handle: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  bubble: 'M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6l-5 4v-4H6a2 2 0 0 1-2-2z',
  undo: 'M8 5L4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a5.500 5.500 0 0 0 0 11h4',
  cloud: 'M7 18.500h10.500a4 4 0 0 0 .5-8 6 6 0 0 0-11.500-.8A4.400 4.400 0 0 0 7 18.500zM9.500 13.500l2 2 3.500-4',
  text: 'M5 6h14M5 11h14M5 16h8',
  microphone:
    'M12 15a3.500 3.500 0 0 0 3.500-3.500v-5a3.500 3.500 0 0 0-7 0v5A3.500 3.500 0 0 0 12 15zM5.500 11.500a6.500 6.500 0 0 0 13 0M12 18v3',
  pause: 'M8.500 6v12M15.500 6v12',
  sound:
    'M9 18V6l10-2v12M9 18a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0zM19 16a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0z',
  camera: 'M4 8h4l1.500-3h5L16 8h4v11H4zM12 16.500a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400z',
  picture: 'M4 5h16v14H4zM4 16.500l5-5 4 4 2.500-2.500 4.500 4.500M15.500 9v.01',
  film: 'M4 5h16v14H4zM8 5v14M16 5v14M4 9.500h4M4 14.500h4M16 9.500h4M16 14.500h4',
  one: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  many: 'M4 5h6v6H4zM5.500 8l1.500 1.500L9 7M13 7h7M13 17h7M4 14h6v6H4z',
  fold: 'M4 5h16v5H4zM4 14h16M4 19h10',
  places: 'M3 7h8v5H3zM14 14h7v5h-7zM14 9.500h7M3 16.500h8',
  slider: 'M4 12h16M9 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  sliderPen: 'M4 8h16M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM5 19l1-3 7-1M4 19h16',
  pen: 'M5 19l1-4L16 5l3 3L9 18zM13.500 7.500l3 3',
  history: 'M4 5v5h5M4.500 10a8 8 0 1 1-.4 4M12 8v4.500l3 2',
} as const

export type EditIconName = keyof typeof paths

/** Icons that point in the direction of reading. */
const turning: readonly EditIconName[] = ['bullets', 'numbers', 'undo', 'redo', 'text', 'many', 'fold']

/** Decoration only: a text beside it says the same. */
export function EditIcon({ name }: { name: EditIconName }) {
  return (
    <svg className={turning.includes(name) ? 'icon flip' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
