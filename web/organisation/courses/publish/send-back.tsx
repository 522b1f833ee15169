import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { REASON_LIMIT, sendBackRequest } from '../../../../contract/organisation/course-versions.ts'
import { call } from '../../../api.ts'
import { useAct } from '../../../queries/use-act.ts'
import { described, Field } from '../../../ui/fields/field.tsx'
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
  const [why, setWhy] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const error = isMissing && why.trim() === '' ? t('whyMissing') : undefined
  const hint = t('whyHint', { name })

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsMissing(true)
    if (why.trim() === '') return
    const input = { params: { id: courseId }, body: { why: why.trim() } }
    if (await act.make(idempotencyKey => call(sendBackRequest, input, { idempotencyKey }))) onDone()
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <Field id="why" label={t('why')} hint={hint} error={error}>
        <input
          {...described('why', { error, hint })}
          className="input"
          id="why"
          dir="auto"
          maxLength={REASON_LIMIT}
          value={why}
          onChange={({ target }) => setWhy(target.value)}
        />
      </Field>
      <Problem of={act} />
      <button className="btn second" type="submit" aria-busy={act.isBusy}>
        {t('doSendBack')}
      </button>
    </form>
  )
}
