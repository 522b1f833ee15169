const tones = {
  /** On the teal ground of the brand. */
  teal: { steps: ['#35bfd3', '#6fd3e1', '#ace6ee', '#e8f8fa'], line: '#10282e' },
  /** On white or grey. */
  light: { steps: ['#bfe8ef', '#8fdbe6', '#4cc4d5', '#01acc6'], line: '#006f80' },
}

/** `at` is the step on which the dot stands: one of four, counted from 0. */
type Props = { tone: keyof typeof tones; at: 0 | 1 | 2 | 3 }

const stands = [
  [52, 117],
  [136, 93],
  [220, 69],
  [292, 45],
] as const

/** The only drawing: four steps rise towards a flag, and the orange dot is the learner. */
export function Illustration({ tone, at }: Props) {
  const { steps, line } = tones[tone]
  const [x, y] = stands[at]
  return (
    <svg className="illustration" viewBox="0 0 360 176" aria-hidden="true">
      <circle cx="76" cy="44" r="24" fill="#ffcb0f" />
      {steps.map((fill, index) => (
        <rect key={fill} x={16 + 84 * index} y={132 - 24 * index} width="72" height="220" rx="18" fill={fill} />
      ))}
      <path
        d="M52 112q42 -52 84 -24M136 88q42 -52 84 -24M220 64q42 -52 84 -24"
        fill="none"
        stroke={line}
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="0 11"
      />
      <path d="M318 60V14" stroke="#10282e" strokeWidth="4" strokeLinecap="round" />
      <path d="M319 14h32l-8 10 8 10h-32z" fill="#f45700" stroke="#f45700" strokeWidth="3" strokeLinejoin="round" />
      <circle cx={x} cy={y} r="13" fill="#f45700" stroke="#fff" strokeWidth="4" />
    </svg>
  )
}
