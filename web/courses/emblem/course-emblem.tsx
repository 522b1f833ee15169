import { useState } from 'react'
import type { Course } from '../../../contract/courses.ts'
import { mediaUrl } from '../../../contract/media.ts'
import { knownSettings } from '../../settings/settings.ts'
import { SafeSvg } from '../../ui/rich-text/safe-svg.tsx'
import { firstLetter } from './first-letter.ts'

/** The icon of a course: its drawing, otherwise its picture, otherwise the first letter of its title. */
export function CourseEmblem({ course: { title, svg, image } }: { course: Pick<Course, 'title' | 'svg' | 'image'> }) {
  return <Emblem {...{ title, svg }} source={mediaUrl(knownSettings().mediaBase, image)} />
}

type Props = { title: string; svg: string; source: string | undefined }

/** The emblem of a course whose picture is not published yet. */
export function Emblem({ title, svg, source }: Props) {
  // Without a network, the picture may not be on this phone.
  const [missing, setMissing] = useState<string>()
  const isPicture = !svg && source && source !== missing
  return (
    <span className="emblem">
      {svg && <SafeSvg source={svg} />}
      {isPicture && <img src={source} alt="" width={40} height={40} style={ROUND} onError={() => setMissing(source)} />}
      {!svg && !isPicture && (
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <text {...LETTER}>{firstLetter(title)}</text>
        </svg>
      )}
    </span>
  )
}

const ROUND = { borderRadius: '50%' }
const LETTER = {
  x: 12,
  y: 19,
  textAnchor: 'middle',
  fontSize: 21,
  fontWeight: 700,
  fill: 'currentColor',
  stroke: 'none',
} as const
