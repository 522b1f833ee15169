import { useFormatter, useTranslations } from 'use-intl'
import type { PersonDetails } from '../../../contract/organisation/people.ts'

/** How far a person is in each course, and in its lessons. */
export function PersonCourses({ courses }: { courses: PersonDetails['courses'] }) {
  const t = useTranslations('people')
  const format = useFormatter()
  return (
    <section className="card">
      <h2>{t('progress')}</h2>
      {courses.length === 0 && <p>{t('notStarted')}</p>}
      <div className="person-courses">
        {courses.map(({ id, title, percent, lessons }) => (
          <details key={id}>
            <summary>
              <span>
                <b>
                  <bdi>{title}</bdi>
                </b>
                <span className="meta">{t('lessons', { count: lessons.length })}</span>
              </span>
              <b>
                <bdi>{format.number(percent / 100, { style: 'percent' })}</bdi>
              </b>
              <span className="track" aria-hidden="true">
                <i style={{ '--v': percent } as React.CSSProperties} />
              </span>
            </summary>
            <dl className="facts">
              {lessons.map(lesson => (
                <div key={lesson.id}>
                  <dt>
                    <bdi>{lesson.title}</bdi>
                  </dt>
                  <dd>
                    <LessonState lesson={lesson} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        ))}
      </div>
      <p className="meta below">{t('private')}</p>
    </section>
  )
}

type Lesson = PersonDetails['courses'][number]['lessons'][number]

function LessonState({ lesson: { status, lastCompleted, totalPages, completedAt, lastAt } }: { lesson: Lesson }) {
  const t = useTranslations('people')
  const format = useFormatter()
  const day = (time: number) => format.dateTime(time, { dateStyle: 'medium' })
  if (completedAt !== null) return t('completedOn', { on: day(completedAt) })
  if (status === 'not-started' || lastAt === null) return t('notStarted')
  return t('atPage', { page: lastCompleted, pages: totalPages, on: day(lastAt) })
}
