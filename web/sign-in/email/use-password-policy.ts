import { useEffect, useState } from 'react'
import { knownSettings, loadSettings } from '../../settings/settings.ts'

/** What the operator asks of new passwords: the hint has to say the same. */
export function usePasswordPolicy() {
  const [policy, setPolicy] = useState(() => knownSettings().passwordPolicy)
  useEffect(() => {
    void loadSettings().then(({ passwordPolicy }) => setPolicy(passwordPolicy))
  }, [])
  return policy
}
