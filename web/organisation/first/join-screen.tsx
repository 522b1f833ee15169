import { useTranslations } from 'use-intl'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { joinTeam, readTeamInvitation } from '../../../contract/organisation/team.ts'
import { call } from '../../api.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useAct } from '../../queries/use-act.ts'
import { useQuery } from '../../queries/use-query.ts'
import { openPath } from '../../router/router.ts'
import { useLocation } from '../../router/use-location.ts'
import { Illustration } from '../../ui/illustration.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { useUser } from '../../user/user.ts'
import { OrgLink } from '../frame/org-link.tsx'
import { Problem } from '../frame/problem.tsx'
import { deviceZone } from '../zone-name.ts'
import { useShowRoles } from './use-show-roles.ts'

/** An invitation to the team. Joining needs a press, because the link preview of a messenger opens this, too. */
export function JoinScreen() {
  const t = useTranslations('org.join')
  const team = useTranslations('team')
  const { search } = useLocation()
  const showRoles = useShowRoles()
  const user = useUser().data?.user
  const act = useAct()
  const token = new URLSearchParams(search).get('join') ?? ''
  const invitation = useQuery({
    queryKey: ['organisation', 'invitation', token],
    queryFn: async () => (await call(readTeamInvitation, { body: { token } })).data,
    staleTime: 0,
  })
  if (invitation.isPending) return <LoadingScreen />

  async function join() {
    const done = await act.make(idempotencyKey =>
      call(joinTeam, { body: { token, timeZone: deviceZone() } }, { idempotencyKey }),
    )
    if (!done) return
    // A mentor's app has other parts than a learner's, so the app is loaded again.
    if (done.data.isMentor) return location.replace('/')
    showRoles(done.data.roles)
    openPath('/org', { replace: true })
  }

  const { data, error } = invitation
  const code = error instanceof ApiError ? error.code : undefined
  // Many open the message with their link again, to come back.
  const isIn = user !== undefined && (user.mentorId !== null || (user.teamRoles ?? []).length > 0)
  if (!data || error)
    return (
      <main className="full on-white below-bar">
        <Illustration tone="light" at={1} />
        {isIn && code === 'team/invitation-ended' ? (
          <>
            <h1 tabIndex={-1}>{t('already')}</h1>
            <p>{t('alreadyAbout')}</p>
          </>
        ) : (
          <>
            <h1 tabIndex={-1}>{t('over')}</h1>
            <Problem of={{ isBusy: false, error: error instanceof ApiError ? error : new ApiError('internal') }} />
          </>
        )}
        {/* Without the query: with it, the way home of somebody in the team would lead to this screen again. */}
        <OrgLink className="btn second" to="/">
          {t('home')}
        </OrgLink>
      </main>
    )
  return (
    <main className="full on-white below-bar">
      <Illustration tone="light" at={1} />
      <h1 tabIndex={-1}>{data.by ? t('by', { name: isolated(data.by) }) : t('title')}</h1>
      <p>
        <b>{t('as', { role: team(`role.${data.role}`) })}</b>
        <br />
        {team(`about.${data.role}`)}
      </p>
      <button className="btn" type="button" aria-busy={act.isBusy} onClick={() => void join()}>
        {t('do')}
      </button>
      <Problem of={act} />
    </main>
  )
}
