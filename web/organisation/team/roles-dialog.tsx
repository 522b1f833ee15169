import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import { type getTeam, setRoles, type TeamMember } from '../../../contract/organisation/team.ts'
import { type TeamRole, teamRoles } from '../../../contract/team-roles.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useUid } from '../../user/user.ts'
import { useShowRoles } from '../first/use-show-roles.ts'
import { CheckedForm } from '../frame/checked-form/checked-form.tsx'
import { afterCode } from '../frame/code-again/ask-code.ts'
import { Problem } from '../frame/problem.tsx'
import { QuickerChange } from '../quicker-change.tsx'
import { LimitChoice, type MentorLimit } from './limit-choice.tsx'
import { LimitOf } from './limit-of.tsx'
import { teamQuery } from './team-query.ts'

type Team = Reply<typeof getTeam>['data']
type Draft = {
  /** What was stored when this person saw it last: at their first change, or when they were told of another one. */
  from: { roles: TeamRole[]; limitedTo: number[] | null }
  roles: readonly TeamRole[]
  limit: MentorLimit
}
type Props = { member: TeamMember; title: string; onClose(): void }

function storedIn({ roles, limitedTo }: Pick<TeamMember, 'roles' | 'limitedTo'>): Draft['from'] {
  return { roles, limitedTo: limitedTo?.map(({ id }) => id) ?? null }
}

/**
 * Changes the roles of a person, and whose people a coordinator sees. If another owner has changed them meanwhile, that
 * change is shown. What was chosen here stays, and another press saves it.
 */
export function RolesDialog({ member, title, onClose }: Props) {
  const t = useTranslations('team')
  const inOrg = useTranslations('org')
  const [draft, setDraft] = useState<Draft>()
  const [isLate, setIsLate] = useState(false)
  const stored = storedIn(member)
  // Until something is changed here, the dialog shows the stored roles, even if they are loaded only now.
  const { from, roles, limit } = draft ?? { from: stored, roles: stored.roles, limit: stored.limitedTo }
  const change = (part: Partial<Draft>) => setDraft({ from, roles, limit, ...part })
  // An owner sees everybody, whatever other roles they have.
  const canBeLimited = roles.includes('coordinator') && !roles.includes('owner')
  const act = useAct()
  const isMe = useUid() === member.uid
  const showOwnRoles = useShowRoles()

  async function save() {
    const limitedTo = canBeLimited ? { limitedTo: limit && [...limit] } : {}
    const input = { params: { uid: member.uid }, body: { roles: [...roles], ...limitedTo, from } }
    const send = afterCode(idempotencyKey => call(setRoles, input, { idempotencyKey }))
    const done = await act.make(send, ({ code }) => code === 'settings/changed' && void showChanged())
    if (!done) return
    if (isMe) showOwnRoles(done.data.roles)
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
    onClose()
  }

  /** Called if another owner has changed the roles before. The next press replaces that change. */
  async function showChanged() {
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
    const members = queryClient.getQueryData<Team>(teamQuery.queryKey)?.members ?? []
    // A person whose last role was taken away is no longer in the list.
    const now = members.find(({ uid }) => uid === member.uid) ?? { roles: [], limitedTo: null }
    setDraft({ roles, limit, from: storedIn(now) })
    setIsLate(true)
  }

  return (
    <Sheet isLoose title={title} isBusy={act.isBusy} onClose={onClose}>
      <CheckedForm onSubmit={() => void save()}>
        <fieldset className="stack tight">
          <legend className="visually-hidden">{t('roles')}</legend>
          {teamRoles.map(role => (
            <label className="tick" key={role}>
              <input
                type="checkbox"
                checked={roles.includes(role)}
                onChange={({ target }) =>
                  change({ roles: target.checked ? [...roles, role] : roles.filter(other => other !== role) })
                }
              />
              <span>
                <b>{t(`role.${role}`)}</b>
                <small>{t(`about.${role}`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {canBeLimited && <LimitChoice limit={limit} onChange={limit => change({ limit })} />}
        {isLate && (
          <QuickerChange>
            {member.roles.length > 0 ? member.roles.map(role => t(`role.${role}`)).join(t('and')) : t('noRoles')}{' '}
            <LimitOf limitedTo={member.limitedTo} />
          </QuickerChange>
        )}
        {act.error?.code !== 'settings/changed' && <Problem of={act} />}
        <button
          className="btn wide"
          type="submit"
          aria-busy={act.isBusy}
          disabled={canBeLimited && limit?.length === 0}
        >
          {isLate ? inOrg('saveStill') : t('save')}
        </button>
      </CheckedForm>
    </Sheet>
  )
}
