# Completes words of kernelscope in fish: kernelscope completion fish > ~/.config/fish/completions/kernelscope.fish

function __kernelscope_complete
    set -l current (commandline -ct)
    # Read, never evaluated: fish quotes names of columns as it types them.
    set -l lines (command kernelscope __complete fish (commandline -opc)[2..-1] (__kernelscope_plain $current) 2>/dev/null)
    set -q lines[1]; or return
    set -l order (string split \t -- $lines[1])
    for line in $lines[2..-1]
        string replace -r '\t$' '' -- $line
    end
    set -l before (string sub -l "$order[2]" -- $current)
    set -l path (string sub -s (math "$order[2]" + 1) -- $current)
    switch "$order[1]"
        case files
            __fish_complete_path $path | string replace -r '^' -- $before
        case folders
            __fish_complete_directories $path | string replace -r '^' -- $before
    end
end

# A word as it is meant, its quotes and backslashes taken away; the last quote may be open.
function __kernelscope_plain
    set -l word $argv[1]
    for quote in '' "'" '"'
        if string unescape -- $word$quote
            return
        end
    end
    echo -- $word
end

complete -c kernelscope -f -a '(__kernelscope_complete)'
