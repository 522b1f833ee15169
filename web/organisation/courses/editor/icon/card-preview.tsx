import { Marked } from 'marked'
import { useMemo, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../../../../contract/courses.ts'
import type { Draft } from '../../../../../contract/organisation/drafts.ts'
import { CourseRow } from '../../../../courses/course-row.tsx'
import { Emblem } from '../../../../courses/emblem/course-emblem.tsx'
import type { DraftMedia } from '../../../../editor/draft/draft-media.ts'
import { languageOrEnglish } from '../../../../editor/language-or-english.ts'

type Props = {
  draft: Draft
  media: DraftMedia
  /** The file of the icon; empty without one. */
  name: string
}

/** The course on the list of learners, drawn by the same component. Nothing in it can be pressed. */
export function CardPreview({ draft, media, name }: Props) {
  const t = useTranslations('editor.icon')
  const source = useSyncExternalStore(media.watch, () => (name === '' ? undefined : media.urlAt(name)))
  const course = useMemo(() => courseOf(draft), [draft])
  const { title } = course
  const svg = drawingIn(source)
  return (
    <figure className="card-preview">
      <figcaption className="meta">{t('preview')}</figcaption>
      <ul className="card others" inert>
        <CourseRow
          {...{ course }}
          data={{}}
          emblem={<Emblem {...{ title, svg }} source={svg === '' ? source : undefined} />}
        />
      </ul>
    </figure>
  )
}

function courseOf({ courseId, course: { title, description, note, language }, lessons }: Draft): Course {
  return {
    id: courseId,
    language: languageOrEnglish(language),
    title: String(title ?? ''),
    description: new Marked({ gfm: true }).parse(String(description ?? ''), { async: false }),
    note: String(note ?? ''),
    svg: '',
    image: '',
    lessons: lessons.map(({ key, fields, pages }) => ({
      id: key,
      title: String(fields.title ?? ''),
      pageCount: pages.length,
    })),
  }
}

const DRAWING = 'data:image/svg+xml;base64,'

/** The SVG source of a drawing. Only a drawing that is part of the page takes on the colour of the course. */
function drawingIn(source: string | undefined): string {
  if (!source?.startsWith(DRAWING)) return ''
  const bytes = Uint8Array.from(atob(source.slice(DRAWING.length)), letter => letter.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}
