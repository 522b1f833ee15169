import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { chooseSister, type Sister } from '../../../../contract/organisation/sister/sister.ts'
import { titleOfDraftPage } from '../../../../contract/pages/title-of-draft-page.ts'
import { call } from '../../../api.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { useAct } from '../../../queries/use-act.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { CheckedField, CheckedForm } from '../../frame/checked-form/checked-form.tsx'
import { OrgLink } from '../../frame/org-link.tsx'
import { Problem } from '../../frame/problem.tsx'
import { useCourseDetails } from '../course-details.ts'
import { orgCoursesQuery } from '../courses-query.ts'
import { editorPath, placeIn } from '../places-in-course.ts'
import { useLookedAt } from './sister-note.tsx'
import { refreshSister } from './use-sister.ts'

type Props = { draft: Draft; sister: Sister | undefined; onChosen(): void }

/** A card to choose the same course in the other language, to see which pages changed there, and to end the pair. */
export function SisterCard({ draft, sister, onChosen }: Props) {
  const t = useTranslations('editor.sister')
  const act = useAct()
  const { courseId } = draft

  async function choose(other: string | null) {
    const input = { params: { id: courseId }, body: { sister: other } }
    if (!(await act.make(idempotencyKey => call(chooseSister, input, { idempotencyKey })))) return
    refreshSister(courseId)
    onChosen()
  }

  return (
    <section className="card stack">
      <h3>{t('title')}</h3>
      {sister ? (
        <>
          <p>
            <OrgLink to={editorPath(sister.id)}>
              <bdi lang={sister.language}>{sister.title}</bdi>
            </OrgLink>
          </p>
          <Waiting {...{ draft, sister }} />
          <div>
            <button className="btn quiet small" type="button" aria-busy={act.isBusy} onClick={() => void choose(null)}>
              {t('undo')}
            </button>
          </div>
        </>
      ) : (
        <Choice draft={draft} isBusy={act.isBusy} onChoose={id => void choose(id)} />
      )}
      <Problem of={act} />
    </section>
  )
}

function Choice({ draft, isBusy, onChoose }: { draft: Draft; isBusy: boolean; onChoose(id: string): void }) {
  const t = useTranslations('editor.sister')
  const { data } = useQuery(orgCoursesQuery)
  const detailsOf = useCourseDetails()
  const [chosen, setChosen] = useState('')
  const others = data?.courses.filter(one => one.language !== draft.course.language && one.hasFiles) ?? []

  if (data && others.length === 0) return <p className="meta">{t('none')}</p>
  return (
    <CheckedForm onSubmit={() => onChoose(chosen)}>
      <CheckedField id="sister" label={t('choose')} hint={t('lead')}>
        {attributes => (
          <select
            {...attributes}
            className="input"
            required
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">{t('nothingChosen')}</option>
            {others.map(course => {
              const { id, title, language } = course
              const isAlone = others.every(other => other.id === id || other.title !== title)
              return (
                <option key={id} value={id} lang={isAlone ? language : undefined}>
                  {isAlone ? title : `${isolated(title)} (${detailsOf(course)})`}
                </option>
              )
            })}
          </select>
        )}
      </CheckedField>
      <div>
        <button className="btn second small" type="submit" aria-busy={isBusy}>
          {t('make')}
        </button>
      </div>
    </CheckedForm>
  )
}

/** The pages that changed in the other language, and how many pages have no twin. */
function Waiting({ draft, sister }: { draft: Draft; sister: Sister }) {
  const t = useTranslations('editor')
  const act = useLookedAt(draft.courseId)
  const changed = sister.pages.filter(({ twin }) => twin)
  const onlyHere = sister.pages.length - changed.length
  return (
    <div className="stack tight">
      <p role="status">{changed.length === 0 ? t('sister.nothing') : t('sister.changed', { count: changed.length })}</p>
      {changed.length > 0 && (
        <>
          <ul className="plain-list">
            {changed.map(({ lesson, page }) => {
              const fields = placeIn(draft, lesson, page).page?.fields
              return (
                <li key={`${lesson}/${page}`}>
                  <OrgLink to={editorPath(draft.courseId, lesson, page)}>
                    <bdi>{(fields && titleOfDraftPage(fields)) || t('untitledPage')}</bdi>
                  </OrgLink>
                </li>
              )
            })}
          </ul>
          <div>
            <button
              className="btn second small"
              type="button"
              aria-busy={act.isBusy}
              onClick={() => void act.say(changed)}
            >
              {t('sister.allFine')}
            </button>
          </div>
          <Problem of={act} />
        </>
      )}
      {onlyHere > 0 && <p className="meta">{t('sister.onlyHere', { count: onlyHere })}</p>}
      {sister.onlyThere > 0 && <p className="meta">{t('sister.onlyThere', { count: sister.onlyThere })}</p>}
    </div>
  )
}
