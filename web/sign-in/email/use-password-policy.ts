import { useEffect, useState } from 'react'
import { knownSettings, loadSettings } from '../../settings/settings.ts'

/** The operator's rule for new passwords, for the hint. */
export function usePasswordPolicy() {
  const [policy, setPolicy] = useState(() => knownSettings().passwordPolicy)
  useEffect(() => {
    void loadSettings().then(({ passwordPolicy }) => setPolicy(passwordPolicy))
  }, [])
  return policy
}
