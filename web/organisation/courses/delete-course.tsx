import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { deleteCourse } from '../../../contract/organisation/course-versions.ts'
import { call } from '../../api.ts'
import { discardDraft } from '../../editor/draft/use-draft.ts'
import { isolated } from '../../i18n/isolated.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { openPath } from '../../router/router.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useUid } from '../../user/user.ts'
import { CheckedForm, CheckedInput } from '../frame/checked-form/checked-form.tsx'
import { Problem } from '../frame/problem.tsx'
import { orgCoursesQuery } from './courses-query.ts'

/** Deletes a course that was never published, after its title was typed. A published course is withdrawn instead. */
export function DeleteCourse({ courseId, title }: { courseId: string; title: string }) {
  const t = useTranslations('editor.deleteCourse')
  const act = useAct()
  const uid = useUid()
  const [isAsked, setIsAsked] = useState(false)
  const [typed, setTyped] = useState('')

  async function remove() {
    const input = { params: { id: courseId }, body: { title: typed } }
    if (!(await act.make(idempotencyKey => call(deleteCourse, input, { idempotencyKey })))) return
    void discardDraft(uid, courseId).catch(() => {})
    void queryClient.invalidateQueries({ queryKey: orgCoursesQuery.queryKey })
    openPath('/org/courses', { replace: true })
  }

  function close() {
    act.clear()
    setIsAsked(false)
  }

  return (
    <div>
      <button className="btn quiet small" type="button" onClick={() => setIsAsked(true)}>
        {t('open')}
      </button>
      {isAsked && (
        <Sheet title={t('open')} isBusy={act.isBusy} onClose={close}>
          <CheckedForm onSubmit={() => void remove()}>
            <p>{t('lead')}</p>
            <CheckedInput
              id="title-again"
              label={t('type', { title: isolated(title) })}
              required={title.trim() !== ''}
              dir="auto"
              autoComplete="off"
              value={typed}
              onChange={setTyped}
            />
            <Problem of={act} />
            <button className="btn wide" type="submit" aria-busy={act.isBusy}>
              {t('delete')}
            </button>
          </CheckedForm>
        </Sheet>
      )}
    </div>
  )
}
