const paths = {
  share:
    'M6 12a2.5 2.5 0 1 0 0 .01M17 6.5a2.5 2.5 0 1 0 0 .01M17 17.5a2.5 2.5 0 1 0 0 .01M8.3 10.9l6.500-3.300M8.300 13.200l6.500 3.200',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  shield:
    'M12 3l7.500 2.500v6c0 5-3.500 8-7.500 9.500-4-1.500-7.500-4.500-7.500-9.500v-6zM8.500 12l2.500 2.500 4.500-5',
} as const

/** Icons that only these screens have: other screens do not load them. */
export function FileIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg className={name === 'share' ? 'icon flip' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
