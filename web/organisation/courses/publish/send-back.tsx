import { useTranslations } from 'use-intl'
import { REASON_LIMIT, sendBackRequest } from '../../../../contract/organisation/course-versions.ts'
import { isVisible } from '../../../../contract/text/visible.ts'
import { call } from '../../../api.ts'
import { useAct } from '../../../queries/use-act.ts'
import { useTyped } from '../../../user/use-typed.ts'
import { CheckedForm, CheckedInput } from '../../frame/checked-form/checked-form.tsx'
import { Problem } from '../../frame/problem.tsx'

type Props = {
  courseId: string
  /** Name of the person who asked and reads the reason. */
  name: string
  onDone(): void
}

export function SendBack({ courseId, name, onDone }: Props) {
  const t = useTranslations('editor.publish.request')
  const act = useAct()
  const [why, setWhy] = useTyped(`send back ${courseId}`, '')

  async function submit() {
    const input = { params: { id: courseId }, body: { why: why.trim() } }
    if (await act.make(idempotencyKey => call(sendBackRequest, input, { idempotencyKey }))) onDone()
  }

  return (
    <CheckedForm check={() => ({ why: isVisible(why) ? undefined : t('whyMissing') })} onSubmit={() => void submit()}>
      <CheckedInput
        id="why"
        label={t('why')}
        hint={t('whyHint', { name })}
        dir="auto"
        maxLength={REASON_LIMIT}
        value={why}
        onChange={setWhy}
      />
      <Problem of={act} />
      <button className="btn second" type="submit" aria-busy={act.isBusy}>
        {t('doSendBack')}
      </button>
    </CheckedForm>
  )
}
