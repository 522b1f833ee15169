export const END_TEAM_SESSIONS = `delete from sessions where uid in (select uid from users
  where team_roles is not null or phone_number in (select phone_number from responders))`

/**
 * A backup does not know what was used, ended or sent after it: a code could be used twice, a lost phone of a mentor
 * would be signed in again, and people would get a text twice. Learners stay signed in, because each new sign-in costs
 * a text. If the former database is there, `takeLaterSessions` ends the sessions that ended since.
 */
export const END_AFTER_RESTORE = [
  'delete from verifications',
  'delete from reset_links',
  'delete from email_changes',
  'delete from approved_sign_ins',
  'delete from sign_in_requests',
  END_TEAM_SESSIONS,
  "update invitation_lists set state = 'stopped' where state = 'sending'",
  "update kind_texts set state = 'unsent' where state = 'waiting'",
]
