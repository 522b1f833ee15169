import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  type CourseVersion,
  getEffects,
  rollBackCourse,
  withdrawCourse,
} from '../../../../contract/organisation/course-versions.ts'
import { call } from '../../../api.ts'
import { useAct } from '../../../queries/use-act.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { NotLoaded } from '../../frame/not-loaded.tsx'
import { Problem } from '../../frame/problem.tsx'
import { EffectsList } from './effects-list.tsx'

type RollBackProps = {
  courseId: string
  to: CourseVersion
  newest: number | null
  onClose(): void
  onDone(): void
  /** Called if somebody published meanwhile. */
  onChanged(): void
}

/** Says what going back would change for learners, and only then goes back. */
export function RollBack({ courseId, to, newest, onClose, onDone, onChanged }: RollBackProps) {
  const t = useTranslations('editor.versions')
  const tPublish = useTranslations('editor.publish')
  const act = useAct()
  const params = { id: courseId }
  const effects = useQuery({
    queryKey: ['organisation', 'effects', courseId, 'back', String(to.number)],
    queryFn: async () => (await call(getEffects, { params, query: { version: String(to.number) as never } })).data,
  })

  async function goBack() {
    const body = { to: to.number, version: newest }
    const reply = await act.make(
      idempotencyKey => call(rollBackCourse, { params, body }, { idempotencyKey }),
      ({ code }) => code === 'courses/changed-meanwhile' && lookAgain(),
    )
    if (reply) onDone()
  }

  function lookAgain() {
    onChanged()
    void effects.refetch()
  }

  return (
    <Sheet title={t('backTo', { version: to.number })} isBusy={act.isBusy} onClose={onClose}>
      {effects.data ? (
        <>
          <EffectsList effects={effects.data} isNew={false} />
          <p className="meta">{t('backAbout')}</p>
          <Problem of={act} />
          <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={() => void goBack()}>
            {t('back')}
          </button>
        </>
      ) : (
        <NotLoaded
          error={effects.error}
          label={tPublish('loading')}
          text={tPublish('error')}
          onRetry={effects.refetch}
        />
      )}
    </Sheet>
  )
}

type WithdrawProps = { courseId: string; people: number; onClose(): void; onDone(): void }

export function Withdraw({ courseId, people, onClose, onDone }: WithdrawProps) {
  const t = useTranslations('editor.versions')
  const act = useAct()
  const [mayFinish, setMayFinish] = useState(true)

  async function withdraw() {
    const input = { params: { id: courseId }, body: { mayFinish } }
    if (await act.make(idempotencyKey => call(withdrawCourse, input, { idempotencyKey }))) onDone()
  }

  return (
    <Sheet title={t('withdrawTitle')} isBusy={act.isBusy} onClose={onClose}>
      <p>{t('withdrawLead', { count: people })}</p>
      <label className="tick">
        <input type="checkbox" checked={mayFinish} onChange={({ target }) => setMayFinish(target.checked)} />
        <span>
          <b>{t('mayFinish')}</b>
          <small>{t('mayFinishAbout')}</small>
        </span>
      </label>
      <p className="meta">{t('withdrawAbout')}</p>
      <Problem of={act} />
      <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={() => void withdraw()}>
        {t('withdraw')}
      </button>
    </Sheet>
  )
}
