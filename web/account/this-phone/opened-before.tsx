import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import { LessonsOnPhoneList } from '../../courses/here/lessons-on-phone-list.tsx'
import type { Download } from '../../downloads/rows/rows.ts'
import { savedLessons } from '../../offline/phone-data.ts'
import { useUid } from '../../user/user.ts'

type Props = { courses: Course[]; kept: readonly Download[] }

/** Lessons that open without a network because they were opened before, though nobody keeps them on purpose. */
export function OpenedBefore({ courses, kept }: Props) {
  const t = useTranslations('phone')
  const uid = useUid()
  const [saved, setSaved] = useState<string[]>([])
  useEffect(() => {
    let isLeft = false
    savedLessons(uid).then(
      found => isLeft || setSaved(found),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [uid])
  const keptIds = new Set(kept.map(({ lessonId }) => lessonId))
  // A lesson that is removed while this screen is open is not listed here, because its text is deleted, too.
  const [keptBefore] = useState(keptIds)
  const here = {
    lessonIds: new Set(saved.filter(id => !keptIds.has(id) && !keptBefore.has(id))),
    soundOnly: new Set<string>(),
  }
  const opened = courses.filter(({ lessons }) => lessons.some(({ id }) => here.lessonIds.has(id)))
  if (opened.length === 0) return null
  return (
    <section className="stack tight">
      <LessonsOnPhoneList courses={opened} here={here} title={t('opened')} />
      <p className="meta">{t('openedHint')}</p>
    </section>
  )
}
