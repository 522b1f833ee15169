/** Line icons on a 24 grid that only messages need, so they are loaded with them. */
const paths = {
  ask: 'M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6l-5 4v-4H6a2 2 0 0 1-2-2z',
  microphone:
    'M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 0 0-7 0v5A3.5 3.5 0 0 0 12 15zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  send: 'M4 12l16-8-6 16-3-6.5zM11 13.5l9-9.5',
  more: 'M12 5v.01M12 12v.01M12 19v.01',
  pen: 'M5 19l1-4L16 5l3 3L9 18zM13.5 7.5l3 3',
  sent: 'M5 12.5l4.5 4.5L19 7.5',
  seen: 'M2.5 12.5L7 17l9-9.5M12 16l1 1 8.5-9.5',
} as const

type Props = { name: keyof typeof paths }

export function MessageIcon({ name }: Props) {
  return (
    <svg className={name === 'send' ? 'icon flip' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
