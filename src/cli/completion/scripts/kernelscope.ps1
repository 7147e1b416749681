# Completes words of kernelscope in PowerShell. In $PROFILE: kernelscope completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName kernelscope -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @()
  foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $words += $element.Value }
    else { $words += $element.Extent.Text }
  }
  $words += $wordToComplete.Trim("'", '"')
  $json = ConvertTo-Json -Compress -InputObject @($words)
  $encoded = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($json))
  $answer = & kernelscope __complete powershell $encoded 2>$null
  if (-not $answer) { return }
  # Nothing of the answer is evaluated; each text is quoted for where it is put. Where there is none, PowerShell completes files.
  foreach ($result in ($answer | ConvertFrom-Json)) {
    [System.Management.Automation.CompletionResult]::new($result.text, $result.shown, 'ParameterValue', $result.sentence)
  }
}
