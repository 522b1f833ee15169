import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TeamMember } from '../../../contract/organisation/team.ts'
import { type InvitedRole, invitedRoles } from '../../../contract/team-roles.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { nameWithDigits } from '../../inbox/list/name-with-digits.ts'
import { useAgo } from '../../inbox/list/use-since.ts'
import { nameInText, PersonName } from '../../messages/person-name.tsx'
import { useQuery } from '../../queries/use-query.ts'
import { updateEntry } from '../../router/router.ts'
import { useLocation } from '../../router/use-location.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { useUid } from '../../user/user.ts'
import { Avatar } from '../avatar.tsx'
import { AsOf } from '../frame/as-of.tsx'
import { LimitNote } from '../frame/limit-note.tsx'
import { OrgIcon } from '../frame/org-icon.tsx'
import { mentorLabels } from '../mentor-labels.ts'
import { useIsOwner } from '../use-is-owner.ts'
import { useIsLimited } from '../use-limit.ts'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LimitOf } from './limit-of.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { RolesTable } from './roles-table.tsx'
import { teamQuery } from './team-query.ts'

/** The people of the team with their roles. Owners change roles and invite people. */
export function TeamScreen() {
  const t = useTranslations('team')
  const team = useQuery(teamQuery)
  const isOwner = useIsOwner()
  const isLimited = useIsLimited()
  const { search } = useLocation()
  const invited = invitedRoleIn(search)
  const [open, setOpen] = useState<'invite' | TeamMember | undefined>(invited && 'invite')
  const titleOf = useTitles(team.data?.members ?? [])
  if (team.isPending) return <LoadingScreen />
  if (!team.data) return <LoadFailed error={team.error} text={t('error')} onRetry={team.refetch} />
  function close() {
    setOpen(undefined)
    // Otherwise a reload would open the dialog again.
    if (invited) updateEntry({ search: '' })
  }
  return (
    <main className="page">
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t(isOwner ? 'title' : 'members')}</h1>
          {isOwner && <p className="lead">{t('lead')}</p>}
          <LimitNote />
        </div>
        {!isLimited && (
          <button className="btn small" type="button" onClick={() => setOpen('invite')}>
            <OrgIcon name="plus" />
            {t(isOwner ? 'invite' : 'inviteMentor')}
          </button>
        )}
      </header>
      <AsOf of={team} />
      <table className="table lean">
        <caption className="visually-hidden">{t('members')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('roles')}</th>
            <th scope="col">{t('seen')}</th>
            {isOwner && <td />}
          </tr>
        </thead>
        <tbody>
          {team.data.members.map(member => (
            <MemberRow
              key={member.uid}
              member={member}
              title={titleOf(member)}
              onChange={isOwner ? () => setOpen(member) : undefined}
            />
          ))}
        </tbody>
      </table>
      <Invitations invitations={team.data.invitations.filter(({ role }) => isOwner || role === 'mentor')} />
      {isOwner && <RecoveryCard madeAt={team.data.recoveryMadeAt} />}
      <RolesTable />
      <div className="say calm">
        <OrgIcon name="lock" />
        <p>
          <b>{t('privateTitle')}</b>
          {t('private')}
        </p>
      </div>
      {open === 'invite' && !isLimited && (
        <InviteDialog
          first={isOwner ? (invited ?? 'coordinator') : 'mentor'}
          isFixed={!isOwner || invited !== undefined}
          onClose={close}
        />
      )}
      {typeof open === 'object' && (
        <RolesDialog
          // A person whose last role was taken away is no longer in the list.
          member={team.data.members.find(({ uid }) => uid === open.uid) ?? { ...open, roles: [], limitedTo: null }}
          title={titleOf(open)}
          onClose={close}
        />
      )}
    </main>
  )
}

/** The role that the URL names. */
function invitedRoleIn(search: string): InvitedRole | undefined {
  const wanted = new URLSearchParams(search).get('invite')
  return invitedRoles.find(role => role === wanted)
}

/** Titles that say whose roles can be changed. If names are the same, the last digits of the number follow. */
function useTitles(members: readonly TeamMember[]): (member: TeamMember) => string {
  const t = useTranslations('team')
  const { language } = useLanguage()
  const named = members.flatMap(({ uid, name, phoneNumber }) =>
    name === null ? [] : { id: uid, name, phoneNumber: phoneNumber ?? '' },
  )
  const labels = mentorLabels(named, language, nameWithDigits)
  return member => {
    const name = labels.get(member.uid) ?? member.phoneNumber ?? member.email ?? ''
    return t('changeOf', { name: nameInText(name, language) })
  }
}

/** `title` says whose roles the button changes. */
type RowProps = { member: TeamMember; title: string; onChange: (() => void) | undefined }

function MemberRow({ member, title, onChange }: RowProps) {
  const t = useTranslations('team')
  const ago = useAgo()
  const isMe = useUid() === member.uid
  const name = member.name ?? member.phoneNumber ?? member.email ?? ''
  // The contact tells two people with the same name apart, as in the list of people.
  const contact = member.name === null ? null : (member.phoneNumber ?? member.email)
  const roles = [...member.roles, ...(member.mentorId === null ? [] : (['mentor'] as const))]
  return (
    <tr>
      <th scope="row">
        <span className="who">
          <Avatar name={member.name} />
          <span>
            <b>
              <PersonName name={name} /> {isMe && t('you')}
            </b>
            {contact && (
              <small>
                <PersonName name={contact} />
              </small>
            )}
          </span>
        </span>
      </th>
      <td>
        {roles.map(role => t(`role.${role}`)).join(t('and'))}
        {member.isBlocked && <span className="tag">{t('blocked')}</span>}
        {member.limitedTo && t('and')}
        <LimitOf limitedTo={member.limitedTo} />
      </td>
      <td>{ago(member.seenAt)}</td>
      {onChange && (
        <td className="corner end">
          <button className="icon-btn" type="button" aria-label={title} onClick={onChange}>
            <OrgIcon name="more" />
          </button>
        </td>
      )}
    </tr>
  )
}
