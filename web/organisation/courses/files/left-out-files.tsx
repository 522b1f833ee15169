import { useTranslations } from 'use-intl'
import type { CourseImport } from '../../../../contract/organisation/course-files.ts'

type Props = { leftOut: NonNullable<CourseImport['leftOut']> }

/** The files of a zip that are no part of the course. */
export function LeftOutFiles({ leftOut: { count, names } }: Props) {
  const t = useTranslations('courseFiles.leftOut')
  if (count === 0) return null
  return (
    <section className="card stack">
      <h2>{t('title', { count })}</h2>
      <p className="meta">{t('about')}</p>
      <ul className="left">
        {names.map(name => (
          <li key={name}>
            <bdi dir="ltr">{name}</bdi>
          </li>
        ))}
      </ul>
      {count > names.length && <p className="meta">{t('more', { count: count - names.length })}</p>}
    </section>
  )
}
