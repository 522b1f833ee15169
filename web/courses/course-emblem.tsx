import type { Course } from '../../contract/courses.ts'
import { mediaUrl } from '../../contract/media.ts'
import { knownSettings } from '../settings/settings.ts'
import { SafeSvg } from '../ui/rich-text/safe-svg.tsx'

/** The icon of a course: its drawing, otherwise its picture, otherwise an empty disc. */
export function CourseEmblem({ course: { svg, image } }: { course: Course }) {
  const source = mediaUrl(knownSettings().mediaBase, image)
  return (
    <span className="emblem">
      {svg ? <SafeSvg source={svg} /> : source && <img src={source} alt="" width={40} height={40} />}
    </span>
  )
}
