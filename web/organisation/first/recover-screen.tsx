import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { recover } from '../../../contract/organisation/team.ts'
import { call } from '../../api.ts'
import { useAct } from '../../queries/use-act.ts'
import { openPath } from '../../router/router.ts'
import { Illustration } from '../../ui/illustration.tsx'
import { CheckedForm, CheckedInput } from '../frame/checked-form/checked-form.tsx'
import { afterCode } from '../frame/code-again/ask-code.ts'
import { Problem } from '../frame/problem.tsx'
import { useShowRoles } from './use-show-roles.ts'

/** For a person of the team who has the recovery code on paper: they become an owner. */
export function RecoverScreen() {
  const t = useTranslations('org.recover')
  const problems = useTranslations('org.problems')
  const showRoles = useShowRoles()
  const act = useAct()
  const [code, setCode] = useState('')
  const wrong = act.error?.code === 'team/recovery-wrong' ? problems('team/recovery-wrong') : undefined

  async function send() {
    const done = await act.make(afterCode(idempotencyKey => call(recover, { body: { code } }, { idempotencyKey })))
    if (!done) return
    showRoles(done.data.roles)
    openPath('/org', { replace: true })
  }

  return (
    <main className="full on-white below-bar">
      <Illustration tone="light" at={2} />
      <h1 tabIndex={-1}>{t('title')}</h1>
      <p>{t('lead')}</p>
      <CheckedForm problems={{ 'recovery-code': wrong }} onSubmit={() => void send()}>
        <CheckedInput
          id="recovery-code"
          label={t('code')}
          dir="ltr"
          required
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={text => {
            act.clear()
            setCode(text)
          }}
        />
        {!wrong && <Problem of={act} />}
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t('do')}
        </button>
      </CheckedForm>
    </main>
  )
}
