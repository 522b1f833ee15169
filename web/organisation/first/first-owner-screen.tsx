import { useTranslations } from 'use-intl'
import { becomeFirstOwner } from '../../../contract/organisation/team.ts'
import { call } from '../../api.ts'
import { useAct } from '../../queries/use-act.ts'
import { useQuery } from '../../queries/use-query.ts'
import { Navigate } from '../../router/link.tsx'
import { openPath } from '../../router/router.ts'
import { useFocusAfter } from '../../ui/focus-arrival.ts'
import { Illustration } from '../../ui/illustration.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { useUser } from '../../user/user.ts'
import { Problem } from '../frame/problem.tsx'
import { ownRolesQuery } from '../own-roles-query.ts'
import { deviceZone } from '../zone-name.ts'
import { useShowRoles } from './use-show-roles.ts'

const COMMAND = 'npm run admin -- add-owner --phone +…'

/** For a person without a role. In a demo the first person may become the owner. Otherwise they are sent home. */
export function FirstOwnerScreen() {
  const t = useTranslations('org')
  const me = useQuery(ownRolesQuery)
  const showRoles = useShowRoles()
  const act = useAct()
  // The URL stays the same, so the router does not move the focus.
  useFocusAfter()
  const hasRole = (useUser().data?.user.teamRoles ?? []).length > 0
  if (!me.data) return <LoadingScreen />
  const { hasOwner, canBecomeOwner } = me.data
  // The new owner stays here until their home is loaded.
  if (hasOwner) return hasRole ? <LoadingScreen /> : <Navigate to="/" />

  async function begin() {
    const done = await act.make(idempotencyKey =>
      call(becomeFirstOwner, { body: { timeZone: deviceZone() } }, { idempotencyKey }),
    )
    if (!done) return
    showRoles(done.data.roles)
    openPath('/org', { replace: true })
  }

  return (
    <main className="full on-white below-bar">
      <Illustration tone="light" at={2} />
      <h1 tabIndex={-1}>{t(canBecomeOwner ? 'first.title' : 'none.title')}</h1>
      <p>{t(canBecomeOwner ? 'first.lead' : 'none.lead')}</p>
      {canBecomeOwner ? (
        <button className="btn" type="button" aria-busy={act.isBusy} onClick={() => void begin()}>
          {t('first.do')}
        </button>
      ) : (
        <code dir="ltr">{COMMAND}</code>
      )}
      <Problem of={act} />
    </main>
  )
}
