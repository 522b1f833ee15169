import { useTranslations } from 'use-intl'
import type { LeftOut } from '../../../../../contract/organisation/other-programs.ts'

const KNOWN = ['chart', 'comment', 'endnote', 'footnote', 'formula', 'object', 'picture', 'table'] as const
type Known = (typeof KNOWN)[number]

/** The parts of a file that are in no page, by name, and why. */
export function LeftOutCard({ left }: { left: readonly LeftOut[] }) {
  const t = useTranslations('courseFiles.outline')
  const kinds = useTranslations('courseFiles.outline.ofWord')
  if (left.length === 0) return null
  const total = left.reduce((sum, { count = 1 }) => sum + count, 0)
  return (
    <section className="card stack">
      <h2>{t('left', { count: total })}</h2>
      <ul className="left">
        {left.map(({ name, was, reason, count = 1 }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two can be alike, and none ever moves.
          <li key={`${name} ${was} ${index}`}>
            {name && (
              <b>
                <bdi>{name}</bdi>
              </b>
            )}
            {was && reason !== 'of-word' && (
              <span className="meta">
                <bdi>{was}</bdi>
              </span>
            )}
            <span>{reason === 'of-word' && isKnown(was) ? kinds(was, { count }) : t(`reason.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isKnown(was: string): was is Known {
  return (KNOWN as readonly string[]).includes(was)
}
