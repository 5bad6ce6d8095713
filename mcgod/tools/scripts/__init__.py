"""The server's scripts as tools: functions of a data pack, whose lines the rules judge, or KubeJS' JavaScript."""
