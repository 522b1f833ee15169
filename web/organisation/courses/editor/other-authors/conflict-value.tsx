import { Fragment, useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { readCaptions } from '../../../../editor/captions/caption-files.ts'
import type { DraftMedia } from '../../../../editor/draft/draft-media.ts'
import { isGroup } from '../../../../editor/draft/draft-tree.ts'
import { shownText } from '../../../../editor/rich-text/shown-text.ts'
import { toDigitsOf } from '../../../../i18n/digits.ts'
import { useLanguage } from '../../../../i18n/language-provider.tsx'
import { pageFormOf } from '../../../../lessons/pages/forms/index.ts'
import { clockTime } from '../../../../media/clock-time.ts'
import { useQuery } from '../../../../queries/use-query.ts'
import { COURSE_COLOURS } from '../../places-in-course.ts'

export type ConflictValueProps = { path: readonly string[]; media: DraftMedia; value: unknown }

/** Shows one of two values as its form does: an icon as a picture, a colour with its number, all else in words. */
export function ConflictValue({ path, media, value }: ConflictValueProps) {
  const t = useTranslations('editor')
  const inWords = useValueInWords()
  const field = path.join('/')
  const isIcon = field === 'course/icon'
  const source = useSyncExternalStore(media.watch, () => (isIcon ? media.urlAt(String(value ?? '')) : undefined))
  if (source) return <img src={source} alt={t('icon.label')} width={48} height={48} />
  const colour = field === 'course/note' ? COURSE_COLOURS.indexOf(String(value)) : -1
  if (colour >= 0)
    return (
      <p className="row">
        <svg viewBox="0 0 24 24" width={24} height={24} aria-hidden="true">
          <circle cx="12" cy="12" r="12" fill={COURSE_COLOURS[colour]} />
        </svg>
        {t('colourNumber', { number: colour + 1 })}
      </p>
    )
  if (path.at(-1) === 'captions' && typeof value === 'string') return <CaptionLines media={media} name={value} />
  return (
    <p className="conflict-text" dir="auto">
      {isIcon && value === undefined ? t('icon.none') : inWords(path, value)}
    </p>
  )
}

/** The captions of a film with their times. If the file cannot be loaded, only its name is shown. */
function CaptionLines({ media, name }: { media: DraftMedia; name: string }) {
  const { language } = useLanguage()
  // The draft may know the conflict before it knows the file.
  const isHere = useSyncExternalStore(media.watch, () => media.bytesOf(name) !== undefined)
  const { data } = useQuery({
    enabled: isHere,
    queryKey: ['organisation', 'captions', media.courseId, name],
    queryFn: async () => readCaptions(await media.textOf(name))?.cues,
  })
  if (!data) return <bdi dir="ltr">{name}</bdi>
  return (
    <p className="conflict-text">
      {data.map(({ id, from, text }, index) => (
        <Fragment key={id}>
          {index > 0 && '\n'}
          <bdi>{toDigitsOf(language, clockTime(from))}</bdi> <bdi>{text}</bdi>
        </Fragment>
      ))}
    </p>
  )
}

/** Returns a value in the words that the forms use. */
function useValueInWords() {
  const t = useTranslations('editor')
  const format = useFormatter()

  return function inWords(path: readonly string[], value: unknown): string {
    const form = path.at(-1) === 'type' && pageFormOf(value)
    if (form) return t(`type.${form.type}.name`)
    if (typeof value === 'string' && value !== '') return shownText(path, value)
    if (typeof value === 'number') return format.number(value)
    if (typeof value === 'boolean') return t(value ? 'conflict.on' : 'conflict.off')
    if (Array.isArray(value)) return value.map(one => inWords(path, one)).join('\n')
    if (!isGroup(value)) return t('conflict.nothing')
    // The texts of answers and blanks; ids are for programs.
    const parts = Object.entries(value).filter(([name, one]) => name !== 'id' && typeof one !== 'boolean')
    return parts.map(([name, one]) => inWords([...path, name], one)).join('\n')
  }
}
