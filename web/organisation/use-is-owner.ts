import { useUser } from '../user/user.ts'

export function useIsOwner(): boolean {
  return useUser().data?.user.teamRoles?.includes('owner') ?? false
}
