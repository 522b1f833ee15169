import { useTranslations } from 'use-intl'
import { joinTeam } from '../../../contract/organisation/team.ts'
import { call } from '../../api.ts'
import { open } from '../../router/router.ts'
import { usePlace } from '../../router/use-place.ts'
import { Illustration } from '../../ui/illustration.tsx'
import { Problem } from '../frame/problem.tsx'
import { useAct } from '../frame/use-act.ts'
import { useShowRoles } from './use-show-roles.ts'

/** What a link of an invitation to the team opens. It takes a press, because a preview of a link opens it, too. */
export function JoinScreen() {
  const t = useTranslations('org.join')
  const { search } = usePlace()
  const showRoles = useShowRoles()
  const act = useAct()
  const token = new URLSearchParams(search).get('join') ?? ''

  async function join() {
    const done = await act.make(idempotencyKey => call(joinTeam, { body: { token } }, { idempotencyKey }))
    if (!done) return
    showRoles(done.data.roles)
    open('/org', { replace: true })
  }

  return (
    <main className="full on-white below-bar">
      <Illustration tone="light" at={1} />
      <h1 tabIndex={-1}>{t('title')}</h1>
      <p>{t('lead')}</p>
      <button className="btn" type="button" aria-busy={act.isBusy} onClick={() => void join()}>
        {t('do')}
      </button>
      <Problem of={act} />
    </main>
  )
}
