import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { setRoles, type TeamMember } from '../../../contract/organisation/team.ts'
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
import { LimitChoice, type MentorLimit } from './limit-choice.tsx'
import { teamQuery } from './team-query.ts'

type Draft = {
  /** What was stored when the first change was made. */
  from: { roles: TeamRole[]; limitedTo: number[] | null }
  roles: readonly TeamRole[]
  limit: MentorLimit
}
type Props = { member: TeamMember; title: string; onClose(): void }

export function RolesDialog({ member, title, onClose }: Props) {
  const t = useTranslations('team')
  const [draft, setDraft] = useState<Draft>()
  const stored = { roles: member.roles, limitedTo: member.limitedTo?.map(({ id }) => id) ?? null }
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

  /** Called if another owner has changed the roles before. Shows what is stored now. */
  async function showChanged() {
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
    setDraft(undefined)
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
        <Problem of={act} />
        <button
          className="btn wide"
          type="submit"
          aria-busy={act.isBusy}
          disabled={canBeLimited && limit?.length === 0}
        >
          {t('save')}
        </button>
      </CheckedForm>
    </Sheet>
  )
}
