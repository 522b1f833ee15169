import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type CourseImport, importAsDraft } from '../../../../contract/organisation/course-files.ts'
import type { Corrected } from '../../../../contract/organisation/other-programs.ts'
import { call } from '../../../api.ts'
import { queryClient } from '../../../queries/query-client.ts'
import { useAct } from '../../../queries/use-act.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { openPath } from '../../../router/router.ts'
import { Problem } from '../../frame/problem.tsx'
import { useCourseDetails } from '../course-details.ts'
import { orgCoursesQuery } from '../courses-query.ts'
import { editorPath } from '../places-in-course.ts'

type Props = {
  found: CourseImport
  /**
   * The outline of a file of another program, as corrected by its author; null: nothing is wanted, or a title is
   * missing.
   */
  outline?: Corrected | null | undefined
}

/** Makes the upload a draft. Learners keep their version until the draft is published. */
export function ImportAsDraft({ found, outline }: Props) {
  const t = useTranslations('courseFiles')
  const act = useAct()
  const { id, courseId, state, hasDraft, findings } = found
  const isKnown = courseId !== null && state !== null && outline === undefined
  const { data } = useQuery({ ...orgCoursesQuery, enabled: isKnown })
  const present = data?.courses.find(course => course.id === courseId)
  const detailsOf = useCourseDetails()
  const [asNew, setAsNew] = useState(false)
  /** Whether somebody began a draft meanwhile. */
  const [isLate, setIsLate] = useState(false)
  const hasMistakes = findings.some(({ isMistake }) => isMistake)
  const replaces = (hasDraft || isLate) && !asNew && outline === undefined

  async function take() {
    const params = { importId: id }
    const body = { asNew, replaces, ...(outline ? { outline } : {}) }
    const reply = await act.make(
      idempotencyKey => call(importAsDraft, { params, body }, { idempotencyKey }),
      ({ code }) => code === 'courses/draft-exists' && setIsLate(true),
    )
    if (!reply) return
    void queryClient.invalidateQueries({ queryKey: orgCoursesQuery.queryKey })
    openPath(editorPath(reply.data.courseId))
  }

  return (
    <section className="card stack">
      <h2>{t('whatNow')}</h2>
      {isKnown && (
        <fieldset className="stack tight">
          <legend className="visually-hidden">{t('whatNow')}</legend>
          {[false, true].map(one => (
            <label className="tick" key={String(one)}>
              <input type="radio" name="as-new" checked={asNew === one} onChange={() => setAsNew(one)} />
              <span>
                <b>{t(one ? 'asNew' : 'asDraft')}</b>
                {!one && present && (
                  <small>
                    <bdi>{present.title}</bdi> ({detailsOf(present)})
                  </small>
                )}
                <small>{t(one ? 'asNewAbout' : 'asDraftAbout')}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {replaces && <p className="say">{t('replaces')}</p>}
      {outline === null && <p className="say">{t('outline.notWhole')}</p>}
      <Problem of={act} />
      <button
        className="btn wide"
        type="button"
        disabled={outline === null}
        aria-busy={act.isBusy}
        onClick={() => void take()}
      >
        {t(hasMistakes ? 'openWithMistakes' : 'open')}
      </button>
      <p className="meta">{t(hasMistakes ? 'openWithMistakesAbout' : 'openAbout')}</p>
    </section>
  )
}
