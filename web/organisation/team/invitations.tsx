import { useFormatter, useTranslations } from 'use-intl'
import { endTeamInvitation, type TeamInvitation } from '../../../contract/organisation/team.ts'
import { call } from '../../api.ts'
import { PersonName } from '../../messages/person-name.tsx'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { Problem } from '../frame/problem.tsx'
import { LimitOf } from './limit-of.tsx'
import { teamQuery } from './team-query.ts'

/** People who were invited to the team and have not come yet. */
export function Invitations({ invitations }: { invitations: readonly TeamInvitation[] }) {
  const t = useTranslations('team')
  const format = useFormatter()
  const act = useAct()
  if (invitations.length === 0) return null

  async function end(id: string) {
    await act.make(idempotencyKey => call(endTeamInvitation, { params: { id } }, { idempotencyKey }))
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
  }

  return (
    <section className="card">
      <h2>{t('invited')}</h2>
      <ul className="todo">
        {invitations.map(({ id, phoneNumber, role, name, limitedTo, expiresAt }) => (
          <li key={id}>
            <p className="grow">
              <b>
                <PersonName name={name ?? phoneNumber} />
              </b>
              {name && (
                <span className="meta">
                  <PersonName name={phoneNumber} />
                </span>
              )}
              <span className="meta">
                {t('invitedAs', { role: t(`role.${role}`), until: format.dateTime(expiresAt, { dateStyle: 'long' }) })}
              </span>
              <LimitOf limitedTo={limitedTo} />
            </p>
            <button className="btn second small" type="button" aria-busy={act.isBusy} onClick={() => void end(id)}>
              {t('end')}
            </button>
          </li>
        ))}
      </ul>
      <Problem of={act} />
    </section>
  )
}
